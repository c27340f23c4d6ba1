/** `router:step3` of `wandb-artifact:///entity/project/router:step3`, for pages of one project; other names as they are. */
export const shortModelName = (model: string): string => model.replace(/^[a-z-]+:\/\/\/[^/]+\/[^/]+\//, "");
