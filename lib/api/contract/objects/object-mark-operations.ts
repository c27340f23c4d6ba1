import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import {
  aliasesListResult,
  markedProject,
  objectParams,
  objectVersionParams,
  objRemoveAliases,
  objSetAliases,
  objTags,
  objUsedBy,
  objUsedByResult,
  tagsListResult,
} from "./object-marks";

const PROJECT = "demo/airline";
const DIGEST = "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA";
const OBJECT = "refund-policy";

const versionParams = { object_id: OBJECT, digest: DIGEST };

/** The common part of changing the tags of a version, for adding and removing. */
const tagsOfVersion = {
  auth: "basic",
  effect: "write",
  params: objectVersionParams,
  body: { kind: "json", schema: objTags },
  result: { kind: "json", schema: emptyResult },
  standing: "extension",
  gaps: ["object-marks"],
  example: { params: versionParams, body: { project_id: PROJECT, tags: ["reviewed"] }, result: {} },
} as const;

/** The common part of changing the aliases of an object. */
const aliasesOfObject = {
  auth: "basic",
  effect: "write",
  params: objectParams,
  result: { kind: "json", schema: emptyResult },
  standing: "extension",
  gaps: ["object-marks"],
} as const;

/** The common part of listing the tags or aliases of a project. */
const namesOfProject = {
  method: "GET",
  auth: "basic",
  effect: "read",
  query: markedProject,
  body: { kind: "none" },
  standing: "extension",
  gaps: ["object-marks"],
} as const;

/** Tags and aliases of versions, and where versions are used: none of this is in the interface. */
export const objectMarkOperations = {
  "obj.addTags": defineOperation({
    ...tagsOfVersion,
    id: "obj.addTags",
    title: "Tag version",
    summary: "Adds tags to a version of an object.",
    method: "PUT",
    path: "/objs/{object_id}/versions/{digest}/tags",
  }),
  "obj.removeTags": defineOperation({
    ...tagsOfVersion,
    id: "obj.removeTags",
    title: "Remove tags",
    summary: "Removes tags from a version of an object; tags that it does not have are ignored.",
    path: "/objs/{object_id}/versions/{digest}/tags/remove",
  }),
  "obj.setAliases": defineOperation({
    ...aliasesOfObject,
    id: "obj.setAliases",
    title: "Set aliases",
    summary: "Points aliases of an object to one of its versions; each alias points to one version at a time.",
    method: "PUT",
    path: "/objs/{object_id}/aliases",
    body: { kind: "json", schema: objSetAliases },
    example: {
      params: { object_id: OBJECT },
      body: { project_id: PROJECT, digest: DIGEST, aliases: ["production"] },
      result: {},
    },
  }),
  "obj.removeAliases": defineOperation({
    ...aliasesOfObject,
    id: "obj.removeAliases",
    title: "Remove aliases",
    summary: "Removes aliases of an object; aliases that it does not have are ignored.",
    path: "/objs/{object_id}/aliases/remove",
    body: { kind: "json", schema: objRemoveAliases },
    example: {
      params: { object_id: OBJECT },
      body: { project_id: PROJECT, aliases: ["production"] },
      result: {},
    },
  }),
  "tags.list": defineOperation({
    ...namesOfProject,
    id: "tags.list",
    title: "Tags",
    summary: "Lists the tags of a project's versions, by name.",
    path: "/tags",
    result: { kind: "json", schema: tagsListResult },
    example: { query: { project_id: PROJECT }, result: { tags: ["reviewed"] } },
  }),
  "aliases.list": defineOperation({
    ...namesOfProject,
    id: "aliases.list",
    title: "Aliases",
    summary: "Lists the aliases of a project's objects, by name; the implicit `latest` is not listed.",
    path: "/aliases",
    result: { kind: "json", schema: aliasesListResult },
    example: { query: { project_id: PROJECT }, result: { aliases: ["production"] } },
  }),
  "obj.usedBy": defineOperation({
    id: "obj.usedBy",
    title: "Objects that use a version",
    summary:
      "Lists the object versions whose content, or rows of whose tables, contain a ref to a version or to a part of it, newest first.",
    path: "/obj/used_by",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: objUsedBy },
    result: { kind: "json", schema: objUsedByResult },
    standing: "extension",
    gaps: ["object-uses"],
    example: {
      body: { project_id: PROJECT, object_id: OBJECT, digest: DIGEST, limit: 100 },
      result: {
        uses: [
          {
            kind: "object",
            object_id: "support-agent",
            digest: "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic",
            version_index: 3,
            is_latest: 1,
            created_at: "2026-11-20T14:30:01.882000Z",
            base_object_class: "Model",
            leaf_object_class: "Agent",
            refs: [`weave:///${PROJECT}/object/${OBJECT}:${DIGEST}`],
            row_count: 0,
          },
        ],
        has_more: false,
      },
    },
  }),
};
