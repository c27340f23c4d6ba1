/** A checkpoint as clients name it to a model server. */
export interface ArtifactName {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  /** Null for the newest. */
  readonly step: number | null;
}

const ARTIFACT = /^wandb-artifact:\/\/\/([^/:]+)\/([^/:]+)\/([^/:]+)(?::(?:latest|step(\d{1,9})))?$/;

/** Parses `wandb-artifact:///entity/project/name`, with `:step3` for a checkpoint; null for any other name. */
export function readArtifactName(text: string): ArtifactName | null {
  const [, entity, project, name, step] = ARTIFACT.exec(text) ?? [];
  if (entity === undefined || project === undefined || name === undefined) return null;
  return { entity, project, name, step: step === undefined ? null : Number(step) };
}

/** Returns the name of a model's newest checkpoint. */
export function artifactAddress({ entity, project, name }: Pick<ArtifactName, "entity" | "project" | "name">): string {
  return `wandb-artifact:///${entity}/${project}/${name}`;
}
