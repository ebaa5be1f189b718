{{/* The processes that connect to MongoDB and NATS, as a NetworkPolicy peer. */}}
{{- define "inkbear.clients" -}}
podSelector:
  matchLabels: { app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/part-of: inkbear }
  matchExpressions:
    - { key: app.kubernetes.io/component, operator: In, values: [service, gateway, operations] }
{{- end }}

{{/* The priority class of the trial's servers; it is a resource of the cluster, so its name has the namespace. */}}
{{- define "inkbear.serversPriorityClass" -}}
{{- .Values.trialServers.priorityClassName | default (printf "%s-%s-servers" .Release.Namespace (include "inkbear.fullname" .)) }}
{{- end }}

{{/* The claim of a server's data; arguments: root, storage. */}}
{{- define "inkbear.dataClaim" -}}
- metadata: { name: data }
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .root.Values.trialServers.storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources: { requests: { storage: {{ .storage }} } }
{{- end }}

{{/* Settings of the pod of a server; arguments: root, user. */}}
{{- define "inkbear.serverPod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
# Without the servers no other pod can work, so they get their place on a full node first.
priorityClassName: {{ include "inkbear.serversPriorityClass" .root }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile: { type: RuntimeDefault }
{{- end }}
