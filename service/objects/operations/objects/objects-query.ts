import { pageOf } from "@/service/kernel/checks/page-limits";
import { checkResponseSize } from "@/service/kernel/checks/response-size";
import { objectText } from "@/service/objects/object-response";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { versionsAsked } from "@/service/traces/store/objects/version-selection";

/** Lists live versions of the objects of a project, oldest first. Contents are read only on request. */
export const queryObjects: Handler<"objs.query"> = async ({ body }, { objects, signal }) => {
  const versions = await objects.select(body.project_id, versionsAsked(body, pageOf(body)), signal);
  const values = body.metadata_only
    ? null
    : await objects.values.read(body.project_id, digestsWithin(versions), signal);
  const names = versions.map(({ objectId }) => objectId);
  const marks = body.include_tags_and_aliases ? await objects.marks.of(body.project_id, names, signal) : null;
  const hasSize = body.include_storage_size === true;
  const texts = versions.map((version) =>
    objectText(body.project_id, version, values?.get(version.digest) ?? null, hasSize, marks),
  );
  return new RawJson(`{"objs":[${texts.join(",")}]}`);
};

function digestsWithin(versions: readonly { readonly digest: string; readonly sizeBytes: number }[]): string[] {
  const bytes = versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  checkResponseSize(bytes, "Request fewer with `limit`, or omit the contents with `metadata_only`.");
  return versions.map(({ digest }) => digest);
}
