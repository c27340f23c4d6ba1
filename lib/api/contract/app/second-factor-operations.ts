import { defineAppOperation, emptyInput } from "@/lib/api/contract/operation/app-operation-row";
import { firstCode, newRecoveryCodes, newSecondFactor, passwordConfirmation, secondFactor } from "./second-factors";

/** Two-factor authentication of the current user, whatever their role. */
export const secondFactorOperations = {
  "secondFactor.read": defineAppOperation({
    id: "secondFactor.read",
    summary: "Returns whether sign-in asks the current user for a code, and how many recovery codes are left.",
    effect: "read",
    role: "viewer",
    input: emptyInput,
    result: secondFactor,
  }),
  "secondFactor.begin": defineAppOperation({
    id: "secondFactor.begin",
    summary: "Creates a secret for the current user's authenticator app; sign-in does not ask for its codes yet.",
    effect: "write",
    role: "viewer",
    input: passwordConfirmation,
    result: newSecondFactor,
  }),
  "secondFactor.enable": defineAppOperation({
    id: "secondFactor.enable",
    summary: "Makes sign-in ask the current user for codes, once the first one is right, and returns recovery codes.",
    effect: "write",
    role: "viewer",
    input: firstCode,
    result: newRecoveryCodes,
  }),
  "secondFactor.newRecoveryCodes": defineAppOperation({
    id: "secondFactor.newRecoveryCodes",
    summary: "Replaces the current user's recovery codes.",
    effect: "write",
    role: "viewer",
    input: passwordConfirmation,
    result: newRecoveryCodes,
  }),
  "secondFactor.disable": defineAppOperation({
    id: "secondFactor.disable",
    summary: "Makes sign-in ask the current user for the password only.",
    effect: "write",
    role: "viewer",
    input: passwordConfirmation,
    result: emptyInput,
  }),
};
