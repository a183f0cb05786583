// SPDX-License-Identifier: Apache-2.0
// Files in memory: what a module sees as its file system. Paths begin with "/".

/** A file's content, and when it was put there. */
export interface MemoryFile {
  bytes: Uint8Array;
  time: bigint; // ns since 1970
  inode: bigint; // another one for each put
}

export class MemoryFiles {
  private readonly files = new Map<string, MemoryFile>();
  private readonly folders = new Set<string>(["/"]);
  private inodes = 1n;

  /** Makes folders on the way, and replaces what has this name. */
  put(path: string, bytes: Uint8Array): void {
    const name = absolute(path);
    if (this.folders.has(name)) throw new Error(`${path} is a folder`);
    this.makeFolder(parent(name));
    this.files.set(name, { bytes, time: BigInt(Date.now()) * 1_000_000n, inode: ++this.inodes });
  }
  get(path: string): Uint8Array | undefined {
    return this.file(path)?.bytes;
  }
  /** Removes a file, or a folder with nothing in it. */
  remove(path: string): void {
    const name = absolute(path);
    this.files.delete(name);
    if (name !== "/" && this.names(name).length === 0) this.folders.delete(name);
  }
  /** Of all files, sorted. */
  paths(): string[] {
    return [...this.files.keys()].sort();
  }

  file(path: string): MemoryFile | undefined {
    return this.files.get(absolute(path));
  }
  isFolder(path: string): boolean {
    return this.folders.has(absolute(path));
  }
  makeFolder(path: string): void {
    for (let at = absolute(path); at !== "/"; at = parent(at)) {
      if (this.files.has(at)) throw new Error(`${at} is a file`);
      this.folders.add(at);
    }
  }
  /** Names of what lies in a folder, sorted; folders end with "/". */
  names(folder: string): string[] {
    const at = absolute(folder);
    const within = at === "/" ? "/" : `${at}/`;
    const direct = (path: string) => path.startsWith(within) && path.length > within.length && !path.includes("/", within.length);
    const named = (path: string) => path.slice(within.length);
    return [...[...this.files.keys()].filter(direct).map(named), ...[...this.folders].filter(direct).map((path) => `${named(path)}/`)].sort();
  }
}

/** A path without ".", ".." and repeated slashes. */
export function absolute(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function parent(path: string): string {
  return absolute(`${path}/..`);
}
