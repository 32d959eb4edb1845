{{- define "gatehouse.labels" -}}
app.kubernetes.io/name: gatehouse
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Which node answers a role; the dictionary has the root and the role. */}}
{{- define "gatehouse.nodeOf" -}}
{{- $role := .role -}}
{{- $found := "" -}}
{{- range $name, $node := .root.Values.nodes -}}
{{- if and $node.enabled (not $found) (or (eq $node.roles "all") (has $role (splitList "," $node.roles))) -}}
{{- $found = $name -}}
{{- end -}}
{{- end -}}
{{- required (printf "no entry of nodes has the role %s" $role) $found -}}
{{- end }}
