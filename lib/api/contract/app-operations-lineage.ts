import { z } from "zod";
import { appRow } from "./app-operation-row";
import {
  lineageJob,
  lineageJobRequest,
  lineageModel,
  lineageModelRequest,
  lineageOrigin,
  lineageOriginRequest,
  lineageRecord,
} from "./lineage";

export const lineageOperations = {
  "lineage.record": appRow({
    id: "lineage.record",
    summary: "Remembers which threads, traces and rows a job was made of; what is known already stays.",
    effect: "write",
    role: "member",
    input: lineageRecord,
    result: z.object({}),
  }),
  "lineage.job": appRow({
    id: "lineage.job",
    summary: "What a job that was started here was made of, a page at a time.",
    effect: "read",
    role: "viewer",
    input: lineageJobRequest,
    result: lineageJob,
  }),
  "lineage.model": appRow({
    id: "lineage.model",
    summary: "What the jobs of a model that were started here were made of.",
    effect: "read",
    role: "viewer",
    input: lineageModelRequest,
    result: lineageModel,
  }),
  "lineage.origin": appRow({
    id: "lineage.origin",
    summary: "The jobs started here that learned from a thread, a trace, a row or a table.",
    effect: "read",
    role: "viewer",
    input: lineageOriginRequest,
    result: lineageOrigin,
  }),
};
