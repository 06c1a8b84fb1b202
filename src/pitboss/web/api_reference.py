"""The API reference page, made from the OpenAPI description."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter()

HEAD = (
    '<!doctype html><html lang="en" data-theme="felt"><head><meta charset="utf-8"><title>Pitboss API</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<link rel="icon" href="/static/icon.svg" type="image/svg+xml"><script src="/static/theme.js"></script>'
    '<link rel="stylesheet" href="/static/house.css"></head><body><main class="page handbook">'
)


@router.get("/docs", include_in_schema=False)
def api_reference(request: Request) -> HTMLResponse:
    return HTMLResponse(HEAD + "".join(_lines(request.app.openapi())) + "</main></body></html>")


def _lines(openapi: dict[str, Any]) -> list[str]:
    info = openapi["info"]
    lines = [
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>",
        f"<p>{escape(info['description'])} ",
        'Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a>.</p>',
        "<p>Live connection: <code>/api/v1/tables/{id}/live?since=SEQUENCE</code> (WebSocket).</p>",
    ]
    for path, methods in openapi["paths"].items():
        for method, route in methods.items():
            lines += _route(path, method, route)
    lines.append("<h2>Schemas</h2>")
    for name, shape in sorted(openapi["components"]["schemas"].items()):
        lines.append(f'<h3 id="{escape(name)}">{escape(name)}</h3>' + _shape(shape))
    return lines


def _route(path: str, method: str, route: dict[str, Any]) -> list[str]:
    given = [
        f"<li><code>{escape(one['name'])}</code> in the {escape(one['in'])}</li>"
        for one in route.get("parameters", ())
    ]
    body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if body:
        given.append(f"<li>body: {_kind(body)}</li>")
    answer = (
        route["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("schema", {})
    )
    return [
        f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>",
        f"<p>{escape(route.get('description') or route.get('summary', ''))}</p>",
        f"<ul>{''.join(given)}</ul>" if given else "",
        f"<p>Returns: {_kind(answer)}</p>" if answer else "",
        "</section>",
    ]


def _shape(shape: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(name)}</code></td><td>{_kind(one)}</td>"
        f"<td>{escape(one.get('description', ''))}</td></tr>"
        for name, one in shape.get("properties", {}).items()
    ]
    description = f"<p>{escape(shape['description'])}</p>" if "description" in shape else ""
    words = ", ".join(escape(str(word)) for word in shape.get("enum", ()))
    return (
        description
        + (f"<p>{words}</p>" if words else "")
        + (f"<table>{''.join(rows)}</table>" if rows else "")
    )


def _kind(shape: dict[str, Any]) -> str:
    """A schema in a few words, with a link where it has a name."""
    if "$ref" in shape:
        name = escape(shape["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in shape:
        return " or ".join(_kind(one) for one in shape["anyOf"])
    if shape.get("type") == "array":
        return f"list of {_kind(shape.get('items', {}))}"
    return escape(str(shape.get("const") or shape.get("type", "anything")))
