import "server-only";
import { revokeKeysAfterSignIn } from "@/lib/api/server/app-handlers/service-keys";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import type { LostWriting } from "@/lib/auth/apply-claimed-roles";
import { handleAuth } from "@/lib/auth/auth-handler";
import type { User } from "@/lib/database/users";

type Context = RouteContext<"/api/auth/[...nextauth]">;

async function answer(request: Request, { params }: Context): Promise<Response> {
  const { nextauth } = await params;
  return await withDashboard((dashboard) => {
    const onLostWriting = (user: User, lost: LostWriting) => revokeKeysAfterSignIn(dashboard, user, lost);
    return handleAuth({ ...dashboard, onLostWriting }, request, nextauth);
  });
}

export { answer as GET, answer as POST };
