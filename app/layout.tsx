import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { HINTS_HIDDEN, KEY_HINTS_COOKIE } from "@/lib/workspace/personal-cookies";
import "./globals.css";
import { Providers } from "./providers";

export const metadata: Metadata = {
  title: { default: "Heddle", template: "%s · Heddle" },
  description: "Traces, spend and training jobs in one place.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

const fonts = ["/fonts/GeistSans-Variable.woff2", "/fonts/GeistMono-Variable.woff2"];

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const areHintsHidden = (await cookies()).get(KEY_HINTS_COOKIE)?.value === HINTS_HIDDEN;
  return (
    // The theme is written on <html> before the first paint, so its attribute differs from what the server sent.
    <html
      lang="en"
      data-theme="light"
      {...(areHintsHidden ? { "data-key-hints": HINTS_HIDDEN } : {})}
      suppressHydrationWarning
    >
      <head>
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
      </head>
      <body>
        <Providers {...(nonce === undefined ? {} : { nonce })}>{children}</Providers>
      </body>
    </html>
  );
}
