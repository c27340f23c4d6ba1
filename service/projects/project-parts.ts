import type { Services } from "@/service/handlers/handler";
import type { Redaction } from "@/service/redaction/redaction";
import type { ServiceState } from "@/service/state/open-state";
import type { DamageRecords } from "@/service/store/engine/damage-records";
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
