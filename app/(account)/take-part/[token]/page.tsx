import type { Metadata } from "next";
import { TakePartPage } from "@/components/shell/take-part-page";

export const metadata: Metadata = { title: "Take part", referrer: "no-referrer", robots: "noindex" };

interface PageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const [{ token }, given] = await Promise.all([params, searchParams]);
  const query = Object.entries(given).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return <TakePartPage token={token} query={Object.fromEntries(query)} />;
}
