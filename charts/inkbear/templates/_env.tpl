{{/* The environment of a process, sorted by kind of source; arguments: root, process. */}}
{{- define "inkbear.env" -}}
{{- $root := .root }}
{{- $values := .root.Values }}
{{- $process := .process }}
{{- $fullname := include "inkbear.fullname" $root }}
{{- $env := dict "NODE_ENV" "production" "HOST" "0.0.0.0" "PORT" "8080" "LOG_LEVEL" $values.logLevel }}
{{- if eq $process.kind "frontend" }}
{{- $_ := set $env "FRONTEND" $process.name }}
{{- else }}
{{- $_ := set $env "PUBLIC_URL" $values.publicUrl }}
{{- $_ := set $env "MONGODB_DATABASE" (printf "inkbear_%s" $process.name) }}
{{- $_ := set $env "JWKS_FILE" "/run/inkbear/keys/jwks.json" }}
{{- $_ := set $env "PRIVATE_KEY_FILE" "/run/inkbear/keys/private.json" }}
{{- $_ := set $env "TRACE_SAMPLING_RATIO" ($values.traces.samplingRatio | toString) }}
{{- $_ := set $env "METRICS_PORT" ($values.metrics.port | toString) }}
{{- with $values.traces.endpoint }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . }}{{ end }}
{{- with $process.sessionKey }}{{ $_ := set $env "SESSION_KEY_FILE" "/run/inkbear/keys/session.json" }}{{ end }}
{{- range $process.peers }}{{ $_ := set $env (printf "%s_URL" (upper .)) (printf "http://%s-%s" $fullname .) }}{{ end }}
{{- if eq $process.kind "gateway" }}
{{- $_ := set $env "PAYMENTS_MODE" $values.payments.mode }}
{{- $_ := set $env "TRUST_PROXY_HOPS" (include "inkbear.trustProxyHops" $root) }}
{{- range keys $values.frontends }}{{ $_ := set $env (printf "%s_ASSETS" (upper .)) (printf "http://%s-frontend-%s" $fullname .) }}{{ end }}
{{- end }}
{{- if eq $process.id "billing" }}
{{- $isSandboxAllowed := or $values.payments.allowSandbox $values.trial }}
{{- if and (eq $values.payments.mode "sandbox") (not $isSandboxAllowed) }}{{ fail "payments.mode is sandbox, which takes no real money. Set payments.mode=stripe with Stripe's keys in the settings Secret, or trial=true, or payments.allowSandbox=true." }}{{ end }}
{{- $_ := set $env "PAYMENTS_MODE" $values.payments.mode }}
{{- if $isSandboxAllowed }}{{ $_ := set $env "ALLOW_SANDBOX_PAYMENTS" "1" }}{{ end }}
{{- with $values.payments.monthlyPriceId }}{{ $_ := set $env "STRIPE_MONTHLY_PRICE_ID" . }}{{ end }}
{{- end }}
{{- end }}
{{- if eq $process.id "export" }}{{ include "inkbear.checkPressMemory" $process }}{{ end }}
{{- $given := mergeOverwrite $env $process.env }}
{{- range $name, $value := $given }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- if ne $process.kind "frontend" }}
{{- $connections := $process.connectionsSecret | default (printf "%s-%s" $values.connectionsSecretPrefix $process.id) }}
{{- $required := $process.secretEnv }}
{{- if eq $process.id "billing" }}{{ $required = concat $required (index $values.payments.secretEnv $values.payments.mode) }}{{ end }}
{{- /* A name that `env` sets must not be set twice. */}}
{{- range list "MONGODB_URI" "NATS_URL" }}
{{- if not (hasKey $given .) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $connections }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- range $required }}
{{- if not (hasKey $given .) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $values.settingsSecret }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- range $process.optionalSecretEnv }}
{{- if not (hasKey $given .) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $values.settingsSecret }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* A typesetting process may use 512 MB besides its heap, the process of images 768 MB, the one that reads a manuscript 512 MB, and the service itself 384 MB: `requireMemory` in services/export/src/rendering/typesetting-pool.ts, whose test compares both. */}}
{{- define "inkbear.checkPressMemory" -}}
{{- $processes := int (.env.PRESS_PROCESSES | default "2") }}
{{- $limit := .resources.limits.memory | toString }}
{{- $limitMb := ternary (mul 1024 (int (trimSuffix "Gi" $limit))) (int (trimSuffix "Mi" $limit)) (hasSuffix "Gi" $limit) }}
{{- $neededMb := add 1664 (mul (add 512 (int (.env.PRESS_HEAP_MB | default "512"))) $processes) }}
{{- if lt $limitMb $neededMb }}{{ fail (printf "services.export: %d typesetting processes need a memory limit of %dMi, but it is %s." $processes $neededMb $limit) }}{{ end }}
{{- end }}

{{/* Without a proxy in front, every client could write X-Forwarded-For itself, so it is not trusted. */}}
{{- define "inkbear.trustProxyHops" -}}
{{- $given := .Values.gateway.trustProxyHops }}
{{- if kindIs "invalid" $given }}{{ ternary 1 0 (or .Values.ingress.enabled .Values.httpRoute.enabled) }}{{ else }}{{ $given }}{{ end }}
{{- end }}
