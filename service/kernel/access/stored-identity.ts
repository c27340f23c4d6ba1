import type { OwnerColumns } from "@/service/kernel/state/state-schema";
import type { Identity } from "./identity";

/** Returns the columns of the sender for work that continues without its request, with the rights of the sender's key. */
export function ownerColumns({ userId, projects }: Identity): OwnerColumns {
  return { user_id: userId, projects: projects === null ? null : JSON.stringify(projects) };
}

/** Returns the sender from the stored columns. */
export function storedIdentity({ user_id: userId, projects }: OwnerColumns): Identity {
  return { userId, name: userId, projects: projects === null ? null : (JSON.parse(projects) as string[]) };
}
