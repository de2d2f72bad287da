import { readApiError, unreachable } from "@/lib/client/api-error";
import { endpointUrl, type QueryOf } from "@/lib/client/request";
import { sessionExpiry } from "@/lib/client/session-expiry";
import { type ImportSummary, importSummary } from "@/lib/domain/import";

interface Upload {
  projectId: string;
  file: File;
  query: QueryOf<"createImport">;
  /** Share sent so far, 0..1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file to be staged. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function uploadFile({ projectId, file, query, onProgress, signal }: Upload): Promise<ImportSummary> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const signIns = sessionExpiry.signIns();
    sending.open("POST", endpointUrl("createImport", { params: { projectId }, query }));
    sending.setRequestHeader("accept", "application/json");
    sending.setRequestHeader("content-type", "application/octet-stream");
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    sending.onerror = () => reject(unreachable(new TypeError("The upload was cut off.")));
    sending.onabort = () => reject(signal.reason);
    sending.onload = () => void answered(sending, signIns).then(resolve, reject);
    signal.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(file);
  });
}

async function answered(sending: XMLHttpRequest, signIns: number): Promise<ImportSummary> {
  if (sending.status >= 200 && sending.status < 300) return importSummary.parse(JSON.parse(sending.responseText));
  const id = sending.getResponseHeader("x-request-id");
  const error = await readApiError(
    new Response(sending.responseText, { status: sending.status, headers: id === null ? {} : { "x-request-id": id } }),
  );
  if (error.status === 401 && sessionExpiry.signIns() === signIns) sessionExpiry.report();
  throw error;
}
