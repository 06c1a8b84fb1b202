"""The invented texts beside this file, read."""

from pathlib import Path

from pitboss.documents.parsed_text import Document
from pitboss.documents.reading import read_document

TEXTS = Path(__file__).parent / "texts"


def text_of(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text()


def document_of(name: str, text: str | None = None) -> Document:
    return read_document(text_of(name) if text is None else text, where=name, file_name="Penny")
