{{- define "pushgraph.name" -}}
{{- if contains "pushgraph" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-pushgraph" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "pushgraph.selector" -}}
app.kubernetes.io/name: pushgraph
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pushgraph.labels" -}}
{{ include "pushgraph.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "pushgraph.secret" -}}
{{- required "existingSecret is required: the name of a Secret with database-url and master-key" .Values.existingSecret }}
{{- end }}

{{- define "pushgraph.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "pushgraph.name" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{/* Pods are replaced when settings or secrets change. Helm can look the Secret up only in a cluster. */}}
{{- define "pushgraph.annotations" -}}
checksum/settings: {{ list .Values.env .Values.extraEnv .Values.secretKeys | toJson | sha256sum }}
{{- with lookup "v1" "Secret" .Release.Namespace (include "pushgraph.secret" .) }}
checksum/secrets: {{ .data | toJson | sha256sum }}
{{- end }}
{{- with .Values.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What every pod has: an ordinary user, a read-only root, no word with the API of Kubernetes. */}}
{{- define "pushgraph.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ include "pushgraph.secret" . }}
      defaultMode: 0440
  - name: tmp
    emptyDir: {}
{{- if .Values.caConfigMap }}
  - name: ca
    configMap: { name: {{ .Values.caConfigMap }} }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . | indent 2 }}
{{- end }}
{{- end }}

{{/* Image, settings and mounts of a container; `.role` is none for the migration. */}}
{{- define "pushgraph.container" -}}
{{- $root := .root -}}
image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
{{- with .role }}
  - name: ROLE
    value: {{ . }}
  - name: METRICS_PORT
    value: {{ $root.Values.metrics.port | quote }}
{{- end }}
  - name: DATABASE_URL_FILE
    value: /run/secrets/pushgraph/database-url
  - name: MASTER_KEY_FILE
    value: /run/secrets/pushgraph/master-key
{{- range $root.Values.secretKeys }}
  - name: {{ . | upper | replace "-" "_" }}_FILE
    value: /run/secrets/pushgraph/{{ . }}
{{- end }}
{{- if $root.Values.caConfigMap }}
  - name: NODE_EXTRA_CA_CERTS
    value: /etc/pushgraph/ca/ca.pem
{{- end }}
{{- range $name, $value := $root.Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
{{- with $root.Values.extraEnv }}
{{ toYaml . | indent 2 }}
{{- end }}
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/pushgraph
    readOnly: true
  - name: tmp
    mountPath: /tmp
{{- if $root.Values.caConfigMap }}
  - name: ca
    mountPath: /etc/pushgraph/ca
    readOnly: true
{{- end }}
{{- with $root.Values.extraVolumeMounts }}
{{ toYaml . | indent 2 }}
{{- end }}
{{- end }}

{{/* An Ingress: `.paths` with all that is below them, and `.page` alone. */}}
{{- define "pushgraph.ingress" -}}
{{- $ingress := .root.Values.ingress -}}
{{- $backend := dict "service" (dict "name" (include "pushgraph.name" .root) "port" (dict "name" "http")) -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ .name }}
  labels: {{- include "pushgraph.labels" .root | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with $ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with $ingress.tlsSecret }}
  tls:
    - hosts: [{{ $ingress.host | quote }}]
      secretName: {{ . }}
  {{- end }}
  rules:
    - host: {{ $ingress.host | quote }}
      http:
        paths:
          {{- range .paths }}
          - path: {{ . }}
            pathType: Prefix
            backend: {{- toYaml $backend | nindent 14 }}
          {{- end }}
          {{- with .page }}
          - path: {{ . }}
            pathType: Exact
            backend: {{- toYaml $backend | nindent 14 }}
          {{- end }}
{{- end }}
