"""Documents before they are typeset."""

from pitboss.paper.document import Column, TableBlock, cite, without_empty_columns


def test_further_sentences_of_a_clause_are_cited_by_number() -> None:
    assert cite(["685a.3(a)", "685a.3(a) s2", "685a.3(b)(1)"]) == "685a.3(a), s2, 685a.3(b)(1)"
    assert cite(["NH Table 3 r1", "NH Table 3 r2", "NH Method s24"]) == "NH Table 3 r1, r2, NH Method s24"
    assert cite(["685a Preamble s4", "685a Preamble s5"]) == "685a Preamble s4, s5"
    assert cite(["DU-RoP 9", "DU-RoP 11"]) == "DU-RoP 9, DU-RoP 11"
    assert cite([]) == ""


def test_a_column_that_says_nothing_is_left_out() -> None:
    columns = (Column("wager"), Column("published"), Column("edge"), Column("clauses"))
    table = TableBlock("t", "A table", columns, (("Ante", "—", "1 %", ""), ("Bonus", "—", "", "")))
    told = without_empty_columns(table)
    assert [column.title for column in told.columns] == ["wager", "edge"]
    assert told.rows == (("Ante", "1 %"), ("Bonus", ""))
