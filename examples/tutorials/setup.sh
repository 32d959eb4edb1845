# For the tutorials: `. examples/tutorials/setup.sh` in the shell of a clone in which `npm start` runs.
set -a
PATH="$PWD/node_modules/.bin:$PATH"
. "${GATEHOUSE_DATA_DIR:-data}/demo.env"
made="${GATEHOUSE_DATA_DIR:-data}/tutorial.env"
if [ ! -e "$made" ]; then
  (
    umask 077
    for name in GATEHOUSE_API_SECRET TUTORIAL_PASSWORD WEBHOOK_SECRET; do echo "$name=$(openssl rand -hex 24)"; done > "$made"
  )
fi
. "$made"
GATEHOUSE_API_KEY=ak_tutorial
GATEHOUSE_DOMAIN=retail
set +a

# Signs a call and sends it: call OPERATION BODY
call() {
  sign=$(printf '%s' "$2" | openssl dgst -sha256 -hmac "$GATEHOUSE_API_SECRET" -hex | sed 's/.*= *//')
  curl -s "$GATEHOUSE_BASE_URL?api=$1&apiVersion=1.0.0&apiKey=$GATEHOUSE_API_KEY&sign=$sign" \
    -H "x-domain: $GATEHOUSE_DOMAIN" -H 'Content-Type: application/json' --data-binary "$2"
  echo
}

# Submits and waits for the result: submit BODY
submit() {
  id=$(call workflow.apply.submit "$1" | sed 's/.*"executionId":"\([^"]*\)".*/\1/')
  outcome "$id"
}

# Starts the receiver and waits until it listens. An old line of the log would end the wait too early, so that goes first.
receiver() {
  : > receiver.log
  node examples/tutorials/receiver.mjs >> receiver.log &
  received 'receiver on'
}

# Waits until the receiver printed a line with a text, and prints it: received TEXT
received() {
  for attempt in $(seq 60); do
    grep -a "$1" receiver.log && return
    sleep 0.5
  done
  echo "receiver.log has no line with $1. Does receiver.mjs run, and does the service, with GATEHOUSE_EGRESS_ALLOW=127.0.0.1?"
}

# Prints the state of an execution once it ended or waits: outcome EXECUTION_ID
outcome() {
  until call workflow.execution.status "{\"executionId\":\"$1\"}" | grep -v '"status":"\(RUNNING\|PENDING\)"'; do sleep 0.5; done
}
