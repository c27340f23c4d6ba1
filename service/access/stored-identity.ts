import type { OwnerColumns } from "@/service/state/state-schema";
import type { Identity } from "./identity";

/** The columns of what goes on without the request that began it: it may do what the sender's key may. */
export function ownerColumns({ userId, projects }: Identity): OwnerColumns {
  return { user_id: userId, projects: projects === null ? null : JSON.stringify(projects) };
}

/** Returns the sender whose columns were stored. */
export function storedIdentity({ user_id: userId, projects }: OwnerColumns): Identity {
  return { userId, name: userId, projects: projects === null ? null : (JSON.parse(projects) as string[]) };
}
