import { accountMutations } from "./account-mutations";
import { companyMutations } from "./company-mutations";
import { dataMutations } from "./data-mutations";
import { featureMutations } from "./feature-mutations";
import type { Mutation } from "./mutation";
import { requestMutations } from "./request-mutations";
import { sqlMutations } from "./sql-mutations";

/** All mutations, in the order of the scorecard. */
export const mutations: readonly Mutation[] = [
  ...requestMutations,
  ...accountMutations,
  ...featureMutations,
  ...sqlMutations,
  ...dataMutations,
  ...companyMutations,
];

/** Rows without a mutation, and why there is none. */
export const unmutated: Readonly<Record<string, string>> = {
  "39": "Nothing of Heddle refuses TRACE or debugging, so that nothing can be removed: Node and the framework have neither. The test says so if a later version has.",
  D25: "Nothing in particular keeps memory and open files as they are: each part of both programs gives back what it took.",
};
