import { opValue } from "./sample-objects";
import type { SampleService } from "./sample-service";

/** Stores objects of the sample and returns their refs. Equal content becomes one version. */
export interface SamplePublisher {
  object(name: string, value: Readonly<Record<string, unknown>>): Promise<string>;
  /** An op, whose code is a file. */
  op(name: string, code: string): Promise<string>;
}

export function samplePublisher(service: SampleService, projectId: string): SamplePublisher {
  const publish = async (kind: "object" | "op", name: string, val: Readonly<Record<string, unknown>>) => {
    const { digest } = await service.call("obj.create", { obj: { project_id: projectId, object_id: name, val } });
    return `weave:///${projectId}/${kind}/${name}:${digest}`;
  };
  return {
    object: (name, value) => publish("object", name, value),
    op: async (name, code) => publish("op", name, opValue(await service.storeFile(projectId, "obj.py", code))),
  };
}
