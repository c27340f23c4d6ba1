/** The common parts of several rows' examples. */
export const EXAMPLE_MODEL_ID = "019aa1bf-1c3d-7a52-9f0e-52b7c1d0e4aa";
export const EXAMPLE_JOB_ID = "019aa1bf-9a42-7c11-a7d3-3f5b8c6e9d10";
export const EXAMPLE_BATCH_ID = "019aa1bf-9a41-7f0b-b1c9-0d4c6b1d5e77";
export const EXAMPLE_CREATED_AT = "2026-11-20T14:30:01.882Z";

export const EXAMPLE_GROUPS = [
  {
    trajectories: [
      {
        messages_and_choices: [
          { role: "user", content: "2 + 2?" },
          { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: "4" } },
        ],
        reward: 1,
      },
      {
        messages_and_choices: [
          { role: "user", content: "2 + 2?" },
          { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: "5" } },
        ],
        reward: 0,
      },
    ],
  },
];

/** A page that contains one record, which is the last. */
export function examplePage<Item extends { readonly id: string }>(item: Item) {
  return { data: [item], has_more: false, object: "list" as const, first_id: item.id, last_id: item.id };
}
