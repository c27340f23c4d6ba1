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
    summary: "Records which threads, traces and rows a job will be created from, before it is sent.",
    effect: "write",
    role: "member",
    input: lineagePlan,
    result: z.object({ planId: z.string() }),
  }),
  "lineage.confirm": defineAppOperation({
    id: "lineage.confirm",
    summary: "Records which job a plan became when the relay could not record it.",
    effect: "write",
    role: "member",
    input: lineageConfirm,
    result: lineagePlannedResult,
  }),
  "lineage.planned": defineAppOperation({
    id: "lineage.planned",
    summary: "Returns which job a plan became.",
    effect: "read",
    role: "viewer",
    input: lineagePlanned,
    result: lineagePlannedResult,
  }),
  "lineage.job": defineAppOperation({
    id: "lineage.job",
    summary: "Lists the sources of a job that was started here, one page at a time.",
    effect: "read",
    role: "viewer",
    input: lineageJobRequest,
    result: lineageJob,
  }),
  "lineage.model": defineAppOperation({
    id: "lineage.model",
    summary: "Lists the sources of a model's jobs that were started here.",
    effect: "read",
    role: "viewer",
    input: lineageModelRequest,
    result: lineageModel,
  }),
  "lineage.origin": defineAppOperation({
    id: "lineage.origin",
    summary: "Lists the jobs started here that were trained on a thread, a trace, a row or a table.",
    effect: "read",
    role: "viewer",
    input: lineageOriginRequest,
    result: lineageOrigin,
  }),
};
