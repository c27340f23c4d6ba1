{{- define "heddle.labels" -}}
app.kubernetes.io/name: heddle
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "heddle.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* The component whose pods get the requests of SDKs. */}}
{{- define "heddle.ingestComponent" -}}
{{- if gt (int .Values.ingest.replicas) 0 }}ingest{{ else }}dashboard{{ end }}
{{- end }}

{{/* The variables without which no pod starts, each with the name of a Secret and its key. */}}
{{- define "heddle.secretKeys" -}}
{{- $places := dict }}
{{- $needed := list "HEDDLE_SECRET_KEY" "HEDDLE_SERVICE_SECRET_KEY" "CLICKHOUSE_URL" "DATABASE_URL" }}
{{- if .Values.podMonitor.enabled }}
{{- $needed = append $needed "HEDDLE_METRICS" }}
{{- end }}
{{- range $needed }}
{{- $places = set $places . (dict "name" $.Values.secret "key" .) }}
{{- end }}
{{- toYaml (merge dict .Values.secretKeys $places) }}
{{- end }}

{{/* The host of an address. */}}
{{- define "heddle.host" -}}
{{- (urlParse .).host | regexFind "^[^:]+" }}
{{- end }}

{{/*
A deployment. Its argument has the members root, component, replicas, resources, args, ports and the port that is probed:
its path of readiness needs the servers, and its path of liveness does not, since a restart would not bring them back.
*/}}
{{- define "heddle.deployment" -}}
{{- $values := .root.Values }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "heddle.name" .root }}-{{ .component }}
  labels:
    {{- include "heddle.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
    app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
spec:
  replicas: {{ .replicas }}
  selector:
    matchLabels:
      {{- include "heddle.labels" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "heddle.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ $values.serviceAccountName }}
      automountServiceAccountToken: false
      # Otherwise Kubernetes sets variables that are named after its services.
      enableServiceLinks: false
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      # Longer than the pause below and the launcher's wait for a clean end.
      terminationGracePeriodSeconds: 30
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "heddle.labels" .root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
      containers:
        - name: heddle
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          {{- with .args }}
          args:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          ports:
            {{- range $name, $port := .ports }}
            - name: {{ $name }}
              containerPort: {{ $port }}
            {{- end }}
          envFrom:
            - secretRef:
                name: {{ required "secret is needed: the name of an existing Secret" $values.secret }}
          env:
            - name: HEDDLE_HOST
              value: "0.0.0.0"
            - name: HEDDLE_DATA
              value: /data
            - name: HEDDLE_URL
              value: {{ required "url is needed: the address of the dashboard, as browsers use it" $values.url | quote }}
            - name: HEDDLE_SERVICE_URL
              value: {{ required "serviceUrl is needed: the address of the services, as SDKs use it" $values.serviceUrl | quote }}
            - name: HEDDLE_BLOBS
              value: {{ required "blobs is needed: the bucket that all pods share" $values.blobs | quote }}
            {{- range $name, $value := $values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
            # Named one by one: without CLICKHOUSE_URL a pod would keep its traces to itself, and lose them.
            {{- range $variable, $place := fromYaml (include "heddle.secretKeys" .root) }}
            - name: {{ $variable }}
              valueFrom:
                secretKeyRef:
                  {{- toYaml $place | nindent 18 }}
            {{- end }}
          # A first start creates tables, and one of a newer version upgrades what is stored.
          startupProbe:
            httpGet: { path: {{ .readiness }}, port: {{ .port }} }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 300
          livenessProbe:
            httpGet: { path: {{ .liveness }}, port: {{ .port }} }
            periodSeconds: 15
            timeoutSeconds: 5
            failureThreshold: 4
          readinessProbe:
            httpGet: { path: {{ .readiness }}, port: {{ .port }} }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          lifecycle:
            preStop:
              exec:
                # Requests still arrive until every proxy knows that the pod ends.
                command: [sleep, "5"]
          resources:
            {{- toYaml .resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          volumeMounts:
            - name: data
              mountPath: /data
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: data
          emptyDir:
            sizeLimit: {{ $values.scratch }}
        - name: tmp
          emptyDir: {}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}
