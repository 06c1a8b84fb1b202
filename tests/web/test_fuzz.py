"""The API fuzzed from its own OpenAPI: whatever is asked, by whomever, nothing of ours breaks."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from pitboss.desk.verify import verify_store
from pitboss.web.roles import AccountRole
from tests.waiting import PATIENCE_S
from tests.web.house import MONEY, House, build_house
from tests.web.test_matrix import DOORS

EXAMPLES = 8
DENIAL = {"reason", "sentence", "clause", "allowed"}


class Scene:
    """A house with a token of every role, a table that is played, and the API's description of itself."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = house.table("down-under-pa")
        self.tokens = [""]
        for role in AccountRole:
            person = house.person(role, money_cents=10 * MONEY if role == AccountRole.PLAYER else 0)
            if role == AccountRole.PLAYER:
                person.sit(self.table, 1, 5 * MONEY)
                self.player = person
            self.tokens.append(house.accounts.make_token(person.account, "fuzz")[0])
        self.schema = schemathesis.openapi.from_dict(house.server.app.openapi())

    def operation(self, route: str) -> Any:
        method, _, path = route.partition(" ")
        return self.schema[f"/api/v1{path}"][method]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with build_house(tmp_path_factory.mktemp("fuzz")) as house:
        yield Scene(house)
        assert verify_store(house.server.store).fault is None


@pytest.mark.parametrize("route", DOORS)
def test_no_request_breaks_anything_and_every_refusal_has_its_shape(scene: Scene, route: str) -> None:
    operation = scene.operation(route)
    ids = st.sampled_from([scene.table, scene.player.account.id, ""])

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy(), token=st.sampled_from(scene.tokens), id=ids)
    def ask(case: Any, token: str, id: str) -> None:
        if id and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = id
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = case.call(base_url=scene.house.url, headers=headers, timeout=PATIENCE_S)
        case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == DENIAL, answer.text

    ask()
