import { readFileContent } from "@/service/objects/operations/files/file-content";
import { createFile } from "@/service/objects/operations/files/file-create";
import { readFilesStats } from "@/service/objects/operations/files/file-stats";
import { listAliases, removeAliases, setAliases } from "@/service/objects/operations/objects/object-aliases";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { deleteObject } from "@/service/objects/operations/objects/object-delete";
import { readObject } from "@/service/objects/operations/objects/object-read";
import { addTags, listTags, removeTags } from "@/service/objects/operations/objects/object-tags";
import { findUses } from "@/service/objects/operations/objects/object-used-by";
import { queryObjects } from "@/service/objects/operations/objects/objects-query";
import { createTable } from "@/service/objects/operations/tables/table-create";
import { createTableFromDigests } from "@/service/objects/operations/tables/table-create-from-digests";
import { queryTable } from "@/service/objects/operations/tables/table-query";
import { queryTableStats } from "@/service/objects/operations/tables/table-query-stats";
import { queryTablesStats } from "@/service/objects/operations/tables/table-query-stats-batch";
import { streamTable } from "@/service/objects/operations/tables/table-query-stream";
import { updateTable } from "@/service/objects/operations/tables/table-update";
import type { Handlers } from "@/service/traces/handlers/handlers";

/** The handlers of objects, tables and files. */
export const objectHandlers = {
  "objs.query": queryObjects,
  "obj.read": readObject,
  "obj.create": createObject,
  "obj.delete": deleteObject,
  "obj.addTags": addTags,
  "obj.removeTags": removeTags,
  "obj.setAliases": setAliases,
  "obj.removeAliases": removeAliases,
  "tags.list": listTags,
  "aliases.list": listAliases,
  "obj.usedBy": findUses,
  "table.query": queryTable,
  "table.queryStream": streamTable,
  "table.create": createTable,
  "table.update": updateTable,
  "table.createFromDigests": createTableFromDigests,
  "table.queryStats": queryTableStats,
  "table.queryStatsBatch": queryTablesStats,
  "file.create": createFile,
  "file.content": readFileContent,
  "file.stats": readFilesStats,
} satisfies Partial<Handlers>;
