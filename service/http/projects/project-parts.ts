import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { Redaction } from "@/service/traces/redaction/redaction";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { Training } from "@/service/training/open-training";

/** Everything that stores a part of a project. */
export interface ProjectParts {
  readonly services: Services;
  readonly state: ServiceState;
  readonly training: Pick<Training, "state" | "folder" | "blobs" | "blobLock">;
  readonly redaction: Redaction;
  /** What results lack because of damage. */
  readonly damage: DamageRecords;
}
