import type { Metadata } from "next";
import { connection } from "next/server";
import { env } from "@/lib/env";

const description = "A judge drafts, people redline, researchers see how far they agree.";

/** Metadata shared by every page. The files it names are in public/. */
export const siteMetadata: Metadata = {
  title: { default: "Redline", template: "%s · Redline" },
  applicationName: "Redline",
  description,
  robots: { index: false, follow: false },
  manifest: "/manifest.webmanifest",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "32x32" },
      { url: "/icon.svg", type: "image/svg+xml" },
    ],
    apple: { url: "/apple-touch-icon.png", sizes: "180x180" },
  },
};

/** Link preview for the pages that open without signing in. */
export async function linkPreview(): Promise<Metadata> {
  // The image URL must be absolute, and the public address is known only at run time.
  await connection();
  return {
    metadataBase: new URL(env().REDLINE_URL),
    openGraph: {
      type: "website",
      siteName: "Redline",
      title: "Redline",
      description,
      images: { url: "/social.png", width: 1200, height: 630, alt: "Redline" },
    },
    twitter: { card: "summary_large_image" },
  };
}
