import type { Metadata } from "next";
import { NextSample } from "@/components/annotate/next-sample";

export const metadata: Metadata = { title: "Redline a sample" };

export default async function NextSamplePage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <NextSample projectId={projectId} />;
}
