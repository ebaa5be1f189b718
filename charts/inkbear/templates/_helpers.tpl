{{- define "inkbear.fullname" -}}
{{- if contains "inkbear" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-inkbear" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Every process as a list of maps: its own values over the defaults, with its id, kind and name. */}}
{{- define "inkbear.processes" -}}
{{- $root := . }}
{{- $list := list }}
{{- range $name, $own := .Values.services }}
{{- $list = append $list (mergeOverwrite (dict "peers" list) (deepCopy $root.Values.defaults) (deepCopy ($own | default dict)) (dict "id" $name "kind" "service" "name" $name)) }}
{{- end }}
{{- $list = append $list (mergeOverwrite (deepCopy .Values.defaults) (deepCopy .Values.gateway) (dict "id" "gateway" "kind" "gateway" "name" "gateway" "peers" (keys .Values.services | sortAlpha))) }}
{{- range $name, $own := .Values.frontends }}
{{- $list = append $list (mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy $root.Values.frontendDefaults) (deepCopy ($own | default dict)) (dict "id" (printf "frontend-%s" $name) "kind" "frontend" "name" $name "peers" list)) }}
{{- end }}
{{- toYaml $list }}
{{- end }}

{{/* Labels of the selectors; arguments: root, id. */}}
{{- define "inkbear.selector" -}}
app.kubernetes.io/name: {{ .id }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: inkbear
{{- end }}

{{/* All labels; arguments: root, id, kind. */}}
{{- define "inkbear.labels" -}}
{{ include "inkbear.selector" . }}
app.kubernetes.io/component: {{ .kind }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Arguments: root, process. */}}
{{- define "inkbear.image" -}}
{{- $image := .root.Values.image }}
{{- .process.image | default (printf "%s-%s:%s" $image.repository .process.id (.process.tag | default $image.tag | default .root.Chart.AppVersion)) | quote }}
{{- end }}

{{/* The image of the commands for operators, which also prepares the MongoDB of a trial. */}}
{{- define "inkbear.operationsImage" -}}
{{- include "inkbear.image" (dict "root" . "process" (merge (dict "id" "operations") .Values.operations)) }}
{{- end }}

{{/* The init container that migrates a service's database; arguments: root, process. Only one pod migrates at a time. */}}
{{- define "inkbear.migrate" -}}
- name: migrate
  image: {{ include "inkbear.image" . }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: [--no-warnings, dist/main.js, migrate]
  env: {{- include "inkbear.env" . | nindent 4 }}
  resources: {{- toYaml .process.resources | nindent 4 }}
  securityContext: {{- include "inkbear.containerSecurity" .root | nindent 4 }}
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "inkbear.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "inkbear.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings of every pod. */}}
{{- define "inkbear.podBasics" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext: {{- include "inkbear.podSecurity" . | nindent 2 }}
{{- end }}
