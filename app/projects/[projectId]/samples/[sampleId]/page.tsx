import type { Metadata } from "next";
import { SamplePage } from "@/components/samples/sample-page";

export const metadata: Metadata = { title: "Sample" };

export default async function Page({ params }: { params: Promise<{ projectId: string; sampleId: string }> }) {
  const { projectId, sampleId } = await params;
  return <SamplePage projectId={projectId} sampleId={sampleId} />;
}
