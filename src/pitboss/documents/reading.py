"""Reading a regulation's text: the one door to the rest of this package."""

from collections.abc import Sequence
from dataclasses import replace

from pitboss.documents.divisions import name_of_text
from pitboss.documents.outline import outline
from pitboss.documents.paragraphs import Paragraph, group
from pitboss.documents.parsed_text import Document, Outline
from pitboss.documents.references import References, section_faults
from pitboss.documents.terms import Terms
from pitboss.documents.text_file import ALLOWED, read_lines
from pitboss.errors import BadInput, Fault


def read_document(text: str, *, where: str, name: str = "", file_name: str = "") -> Document:
    """The sentences of a text with their ids, references and terms, and the faults of its numbering.

    `name` is how the text is cited; if left out, its chapter number, or else the file's name.
    """
    paragraphs = group(read_lines(text))
    name = name or name_of_text(paragraphs) or file_name or "Text"
    parsed = outline(paragraphs, name)
    if not parsed.sentences:
        raise BadInput([Fault(where, "has no sentence in it.", ALLOWED)])
    title = _title(paragraphs) or name
    _resolve(parsed, name, title)
    return Document(
        name=name,
        title=title,
        sentences=tuple(parsed.sentences),
        sections=tuple(parsed.sections),
        definitions=tuple(parsed.definitions),
        faults=tuple(sorted(parsed.faults, key=lambda fault: fault.line)),
    )


def _resolve(parsed: Outline, name: str, title: str) -> None:
    """Fill in what each sentence refers to and which terms it uses, and note the faults of that."""
    references, terms = References(parsed, name), Terms(parsed.definitions)
    sentences = []
    for sentence in parsed.sentences:
        if sentence.id == f"{name} Contents":
            sentences.append(sentence)
            continue
        cited = references.of(sentence)
        parsed.faults += cited.faults
        refers, used = tuple(cited.targets), terms.of(sentence)
        sentences.append(replace(sentence, refers=refers, names=cited.named, terms=used))
    parsed.sentences = sentences
    parsed.faults += references.title_faults()
    parsed.faults += section_faults(parsed)
    parsed.faults += terms.faults(sentences, {section.id for section in parsed.sections}, title)


def _title(paragraphs: Sequence[Paragraph]) -> str:
    """The chapter's heading, or the first heading of the text."""
    for kind in ("chapter", "heading"):
        for paragraph in paragraphs:
            if paragraph.kind == kind:
                return paragraph.rough_text.strip(" .:")
    return ""
