import type { Environment } from "@/lib/environment/environment";
import type { TrainerVariables } from "@/service/training/runner/trainer";
import type { ServerVariables } from "@/service/training/server/server-settings";
import type { TracesEnvironment } from "./traces/open-traces";

/** The variables that a service reads. */
export type ServiceEnvironment = TracesEnvironment &
  Partial<
    Pick<
      Environment,
      | "DATABASE_URL"
      | "HEDDLE_API_KEY"
      | "HEDDLE_BLOBS"
      | "HEDDLE_CONNECTION_ALLOW"
      | "HEDDLE_CONNECTION_POLICY"
      | "HEDDLE_LEASE_SECONDS"
      | "HEDDLE_LOCAL_TOKEN"
      | "HEDDLE_METRICS"
      | "HEDDLE_OTLP_SERVICE_ENTITY"
      | "HEDDLE_SERVICE_SECRET_KEY"
      | "HEDDLE_SERVICE_SECRET_KEY_PREVIOUS"
      | "HEDDLE_SERVICE_STATE"
      | "HEDDLE_SMTP_FROM"
      | "HEDDLE_SMTP_URL"
      | "HEDDLE_URL"
      | "PORT"
      | "publicUrl"
    > &
      TrainerVariables &
      ServerVariables
  >;
