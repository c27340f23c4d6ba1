import { z } from "zod";
import { defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import {
  lineageConfirm,
  lineageJob,
  lineageJobRequest,
  lineageModel,
  lineageModelRequest,
  lineageOrigin,
  lineageOriginRequest,
  lineagePlan,
  lineagePlanned,
  lineagePlannedResult,
} from "./lineage";

export const lineageOperations = {
  "lineage.plan": defineAppOperation({
    id: "lineage.plan",
    summary: "Writes down which threads, traces and rows a job will be made of, before it is sent.",
    effect: "write",
    role: "member",
    input: lineagePlan,
    result: z.object({ planId: z.string() }),
  }),
  "lineage.confirm": defineAppOperation({
    id: "lineage.confirm",
    summary: "Says which job came of a plan, where the relay could not write it down itself.",
    effect: "write",
    role: "member",
    input: lineageConfirm,
    result: lineagePlannedResult,
  }),
  "lineage.planned": defineAppOperation({
    id: "lineage.planned",
    summary: "Which job came of a plan.",
    effect: "read",
    role: "viewer",
    input: lineagePlanned,
    result: lineagePlannedResult,
  }),
  "lineage.job": defineAppOperation({
    id: "lineage.job",
    summary: "What a job that was started here was made of, a page at a time.",
    effect: "read",
    role: "viewer",
    input: lineageJobRequest,
    result: lineageJob,
  }),
  "lineage.model": defineAppOperation({
    id: "lineage.model",
    summary: "What the jobs of a model that were started here were made of.",
    effect: "read",
    role: "viewer",
    input: lineageModelRequest,
    result: lineageModel,
  }),
  "lineage.origin": defineAppOperation({
    id: "lineage.origin",
    summary: "The jobs started here that learned from a thread, a trace, a row or a table.",
    effect: "read",
    role: "viewer",
    input: lineageOriginRequest,
    result: lineageOrigin,
  }),
};
