"""Submits a customer and follows the execution until a case is decided or waits for people; prints it as JSON."""

import json
import os
import sys
import time
import uuid

from gatehouse_client.api.workflows import workflow_apply_submit, workflow_execution_status
from gatehouse_client.models import (
    Execution,
    ScreeningSubject,
    SubmitScreening,
    WorkflowApplySubmitAnswer,
    WorkflowExecutionStatusAnswer,
    WorkflowExecutionStatusRequest,
)
from signed_client import signed_client

domain = os.environ["GATEHOUSE_DOMAIN"]
with signed_client() as client:
    submitted = workflow_apply_submit.sync(
        client=client,
        api_version="2.0.0",
        x_domain=domain,
        idempotency_key=str(uuid.uuid4()),
        body=SubmitScreening(
            event_type="MANUAL_CASE_EVENT",
            source="API",
            data=ScreeningSubject(
                customer_id="customer-17",
                name=sys.argv[1] if len(sys.argv) > 1 else "Jane Example",
                customer_type="individual",
            ),
        ),
    )
    if not isinstance(submitted, WorkflowApplySubmitAnswer):
        sys.exit(f"the gateway answers {submitted}")
    if submitted.data.code != 200:
        sys.exit(f"not accepted: {submitted.data.message}")
    while True:
        answer = workflow_execution_status.sync(
            client=client,
            api_version="1.0.0",
            x_domain=domain,
            body=WorkflowExecutionStatusRequest(execution_id=submitted.data.execution_id),
        )
        if not isinstance(answer, WorkflowExecutionStatusAnswer):
            sys.exit(f"the gateway answers {answer}")
        execution = answer.data
        if not isinstance(execution, Execution):
            sys.exit(f"no execution {submitted.data.execution_id}")
        if execution.case_status != "" or execution.status == "FAILED":
            print(json.dumps(execution.to_dict()))
            break
        time.sleep(1)
