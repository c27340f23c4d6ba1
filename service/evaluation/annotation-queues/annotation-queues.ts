import type { ServiceState } from "@/service/kernel/state/open-state";
import { ItemRecords } from "./item-records";
import { QueueRecords } from "./queue-records";

/** The review queues of all projects. */
export class AnnotationQueues {
  readonly queues: QueueRecords;
  readonly items: ItemRecords;

  constructor(state: ServiceState) {
    this.queues = new QueueRecords(state);
    this.items = new ItemRecords(state);
  }
}
