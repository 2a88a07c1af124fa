"""Programs that know the API from its description alone find no fault in it."""

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pytest_django import Settings
from schemathesis import Case
from schemathesis.checks import CHECKS

from sixfold.api import api
from sixfold.matches.models import Match
from tests.platform.api.conftest import Api

# At module level, since a fixture would come too late for the operations to become tests.
schema = schemathesis.openapi.from_dict(api.get_openapi_schema())
schema.app = get_wsgi_application()
# The methods that any operation here has are tried at every address by test_permissions.py.
schema.config.phases.coverage.unexpected_methods = {"put"}

PARTICULAR = {
    "enter",
    "submit",
    "list_matches",
    "make_webhook",
    "change_webhook",
    "create_tournament",
    "change_tournament",
}
"""Those that refuse what no schema can rule out: files that are no bots, bots that do not exist,
windows that end before they begin."""
ACCEPTS_WHAT_IS_VALID: Any = CHECKS.get_by_names(["positive_data_acceptance"])


@pytest.fixture
def unbounded(settings: Settings) -> None:
    """Many calls a minute and many uploads an hour: these limits have tests of their own."""
    settings.API_PER_MINUTE = settings.UPLOADS_PER_HOUR = 1_000_000


@schema.parametrize()
@examples(
    # Beside some three dozen for each operation that its description alone implies.
    max_examples=3,
    deadline=None,
    derandomize=True,
    # Each example finds the world as the one before has left it, and may do so.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_request_meets_a_fault(
    case: Case[Any], ada: Api, settled: Match, unbounded: None, one_connection: None
) -> None:
    name = case.operation.definition.raw["operationId"]
    case.call_and_validate(
        # As it is called here, nothing would unpack what is compressed.
        headers={"Authorization": f"Bearer {ada.token}", "Accept-Encoding": "identity"},
        excluded_checks=ACCEPTS_WHAT_IS_VALID if name in PARTICULAR else [],
    )
