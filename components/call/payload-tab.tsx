import type { CallAddress } from "@/lib/calls/call-address";
import { CallPayload } from "./call-payload";
import { FullCallLoader } from "./full-call-loader";
import { ResolvedCall } from "./refs/resolved-call";

/** Inputs and output of a call, with the values of table rows that the inputs refer to. */
export const PayloadTab = ({ address }: { address: CallAddress }) => (
  <FullCallLoader address={address}>
    {(call) => (
      <ResolvedCall connectionId={address.connectionId} call={call}>
        {(resolved) => <CallPayload call={resolved} />}
      </ResolvedCall>
    )}
  </FullCallLoader>
);
