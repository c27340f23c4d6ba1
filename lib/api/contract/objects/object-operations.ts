import { ingestLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  objCreate,
  objCreateResult,
  objDelete,
  objDeleteResult,
  objRead,
  objReadResult,
  objsQuery,
  objsQueryResult,
  refsReadBatch,
  refsReadBatchResult,
} from "./objects";

const PROJECT = "demo/airline";
const DIGEST = "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA";

const exampleObject = {
  project_id: PROJECT,
  object_id: "refund-policy",
  created_at: "2026-11-20T14:30:01.882000Z",
  deleted_at: null,
  digest: DIGEST,
  version_index: 0,
  is_latest: 1,
  kind: "object",
  base_object_class: null,
  leaf_object_class: null,
  val: { a: 1 },
  svc_user_id: "key-local",
  size_bytes: null,
};

export const objectOperations = {
  "objs.query": defineOperation({
    id: "objs.query",
    title: "Object versions",
    summary: "Lists object versions, with or without their content.",
    path: "/objs/query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: objsQuery },
    result: { kind: "json", schema: objsQueryResult },
    standing: "core",
    gaps: ["object-filter", "object-versions"],
    example: {
      body: { project_id: PROJECT, filter: { latest_only: true }, limit: 100 },
      result: { objs: [exampleObject] },
    },
  }),
  "obj.read": defineOperation({
    id: "obj.read",
    title: "Read object",
    summary: "Returns one object version by digest, version or `latest`.",
    path: "/obj/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: objRead },
    result: { kind: "json", schema: objReadResult },
    standing: "core",
    gaps: ["object-digest"],
    example: {
      body: { project_id: PROJECT, object_id: "refund-policy", digest: "latest" },
      result: { obj: exampleObject },
    },
  }),
  "obj.create": defineOperation({
    id: "obj.create",
    title: "Publish object",
    summary: "Stores a version of an object; identical content becomes the latest version again.",
    path: "/obj/create",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: objCreate },
    result: { kind: "json", schema: objCreateResult },
    standing: "extension",
    limits: ingestLimits,
    gaps: ["object-digest"],
    example: {
      body: { obj: { project_id: PROJECT, object_id: "refund-policy", val: { a: 1 } } },
      result: { digest: DIGEST, object_id: "refund-policy" },
    },
  }),
  "obj.delete": defineOperation({
    id: "obj.delete",
    title: "Delete object versions",
    summary: "Deletes some or all versions of an object.",
    path: "/obj/delete",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: objDelete },
    result: { kind: "json", schema: objDeleteResult },
    standing: "extension",
    example: {
      body: { project_id: PROJECT, object_id: "refund-policy", digests: ["latest"] },
      result: { num_deleted: 1 },
    },
  }),
  "refs.readBatch": defineOperation({
    id: "refs.readBatch",
    title: "Read refs",
    summary: "Resolves up to 1000 refs to their values, in the same order.",
    path: "/refs/read_batch",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: refsReadBatch },
    result: { kind: "json", schema: refsReadBatchResult },
    standing: "extension",
    example: {
      body: { refs: [`weave:///${PROJECT}/object/refund-policy:${DIGEST}`] },
      result: { vals: [{ a: 1 }] },
    },
  }),
};
