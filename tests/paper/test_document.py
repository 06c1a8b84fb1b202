"""Documents before they are typeset."""

from pitboss.paper.document import cite


def test_further_sentences_of_a_clause_are_cited_by_number() -> None:
    assert cite(["685a.3(a)", "685a.3(a) s2", "685a.3(b)(1)"]) == "685a.3(a), s2, 685a.3(b)(1)"
    assert cite(["NH Table 3 r1", "NH Table 3 r2", "NH Method s24"]) == "NH Table 3 r1, r2, NH Method s24"
    assert cite(["685a Preamble s4", "685a Preamble s5"]) == "685a Preamble s4, s5"
    assert cite(["DU-RoP 9", "DU-RoP 11"]) == "DU-RoP 9, DU-RoP 11"
    assert cite([]) == ""
