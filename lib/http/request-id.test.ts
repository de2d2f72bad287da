import { expect, test } from "vitest";
import { isRequestId } from "./request-id";

test.each([
  "0b8a9c1e-5f7d-4c3b-a291-8e6f7d5c4b3a",
  "0B8A9C1E-5F7D-4C3B-A291-8E6F7D5C4B3A",
  "4bf92f3577b34da6a3ce929d0e0e4736",
  "00f067aa0ba902b7",
  "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV",
])("%s is an id that a caller may give", (id) => {
  expect(isRequestId(id)).toBe(true);
});

test.each([
  "sk-DISTINCTIVEKEY12345",
  "trace-00000001",
  "request-0b8a9c1e-5f7d-4c3b-a291-8e6f7d5c4b3a",
  "0b8a9c1e-5f7d-4c3b-a291-8e6f7d5c4b3a\n",
  "hunter2hunter2",
  "deadbeef",
  "4bf92f3577b34da6a3ce929d0e0e4736a3ce929d0e0e4736",
  "81ARZ3NDEKTSV4RRFFQ69G5FAV",
  "01ARZ3NDEKTSV4RRFFQ69G5FAU",
  "",
])("%j is none", (id) => {
  expect(isRequestId(id)).toBe(false);
});
