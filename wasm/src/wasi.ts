// SPDX-License-Identifier: Apache-2.0
// What a module asks of its system (WASI preview 1): files in memory, clocks, random numbers, and lines on the console.
// Names and numbers are those of https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md.
import { absolute, type MemoryFiles } from "./memory_files";

const enum Errno { success = 0, badf = 8, exist = 20, inval = 28, isdir = 31, noent = 44, nosys = 52, notdir = 54, notempty = 55, spipe = 70 }
const enum FileType { unknown = 0, character = 2, folder = 3, file = 4 }
const enum OpenFlag { create = 1, folder = 2, exclusive = 4, truncate = 8 }

/** An open file or folder; a file's bytes that are written become its content when it is closed or flushed. */
interface Opened {
  path: string;
  isFolder: boolean;
  position: number;
  bytes: Uint8Array;
  isWritten: boolean;
}

const rootDescriptor = 3; // after the standard streams
const everyRight = 0x1fffffffn;

/** Thrown by a module that ends itself: it is of no more use. */
export class ModuleExit extends Error {
  constructor(readonly code: number) {
    super(`the module ended with ${code}`);
  }
}

type Imports = Record<string, (...args: never[]) => number | void>;

/** The imports of a module. `memory` hands out what it has; it may have grown since. */
export function wasiImports(files: MemoryFiles, memory: () => ArrayBuffer): Imports {
  const opened = new Map<number, Opened>([[rootDescriptor, { path: "/", isFolder: true, position: 0, bytes: new Uint8Array(), isWritten: false }]]);
  let lastDescriptor = rootDescriptor;
  const lines = ["", ""]; // unfinished ones of standard output and error

  const view = () => new DataView(memory());
  // Addresses above 2 GiB come as negative numbers.
  const bytesAt = (at: number, size: number) => new Uint8Array(memory(), at >>> 0, size >>> 0);
  const textAt = (at: number, size: number) => new TextDecoder().decode(bytesAt(at, size).slice());
  const get32 = (at: number) => view().getUint32(at >>> 0, true);
  const put8 = (at: number, value: number) => view().setUint8(at >>> 0, value);
  const put32 = (at: number, value: number) => view().setUint32(at >>> 0, value, true);
  const put64 = (at: number, value: bigint) => view().setBigUint64(at >>> 0, value, true);

  /** The buffers of an iovec list. */
  function* buffers(list: number, count: number): Generator<Uint8Array> {
    for (let i = 0; i < count; ++i) yield bytesAt(get32(list + 8 * i), get32(list + 8 * i + 4));
  }

  function keep(file: Opened): void {
    if (file.isWritten) files.put(file.path, file.bytes);
    file.isWritten = false;
  }
  function resize(file: Opened, size: number): void {
    const bytes = new Uint8Array(size);
    bytes.set(file.bytes.subarray(0, size));
    file.bytes = bytes;
    file.isWritten = true;
  }

  function readFrom(file: Opened, at: number, list: number, count: number): number {
    let total = 0;
    for (const buffer of buffers(list, count)) {
      const part = file.bytes.subarray(at + total, at + total + buffer.length);
      buffer.set(part);
      total += part.length;
    }
    return total;
  }
  function writeTo(file: Opened, at: number, list: number, count: number): number {
    let total = 0;
    for (const buffer of buffers(list, count)) {
      const end = at + total + buffer.length;
      if (end > file.bytes.length) resize(file, end);
      file.bytes.set(buffer, at + total);
      file.isWritten = true;
      total += buffer.length;
    }
    return total;
  }
  /** Whole lines go to the console. */
  function say(stream: number, list: number, count: number): number {
    let total = 0;
    const decoder = new TextDecoder();
    for (const buffer of buffers(list, count)) {
      lines[stream] += decoder.decode(buffer.slice());
      total += buffer.length;
    }
    const whole = (lines[stream] ?? "").split("\n");
    lines[stream] = whole.pop() ?? "";
    for (const line of whole) stream === 0 ? console.log(line) : console.error(line);
    return total;
  }

  function putStat(at: number, path: string, open?: Opened): number {
    const file = files.file(path);
    const isFolder = files.isFolder(path);
    if (!file && !isFolder && !open) return Errno.noent;
    bytesAt(at, 64).fill(0);
    put64(at + 8, file?.inode ?? 1n);
    put8(at + 16, isFolder ? FileType.folder : FileType.file);
    put64(at + 24, 1n);
    put64(at + 32, BigInt(open && !isFolder ? open.bytes.length : (file?.bytes.length ?? 0)));
    for (const time of [40, 48, 56]) put64(at + time, file?.time ?? 0n);
    return Errno.success;
  }
  /** A path beside an open folder. */
  function pathAt(folder: number, at: number, size: number): string | undefined {
    const base = opened.get(folder);
    if (!base) return undefined;
    const path = textAt(at, size);
    return absolute(path.startsWith("/") ? path : `${base.path}/${path}`);
  }

  const imports = {
    args_sizes_get: (count: number, size: number) => (put32(count, 0), put32(size, 0), Errno.success),
    args_get: () => Errno.success,
    environ_sizes_get: (count: number, size: number) => (put32(count, 0), put32(size, 0), Errno.success),
    environ_get: () => Errno.success,
    clock_res_get: (_clock: number, at: number) => (put64(at, 1000n), Errno.success),
    clock_time_get(clock: number, _precision: bigint, at: number): number {
      const ms = clock === 0 ? Date.now() : performance.now();
      put64(at, BigInt(Math.round(ms * 1e6)));
      return Errno.success;
    },
    random_get(at: number, size: number): number {
      for (let done = 0; done < size; done += 65536) crypto.getRandomValues(bytesAt(at + done, Math.min(65536, size - done)));
      return Errno.success;
    },
    sched_yield: () => Errno.success,
    poll_oneoff: () => Errno.nosys,
    proc_exit(code: number): never {
      throw new ModuleExit(code);
    },

    fd_prestat_get(descriptor: number, at: number): number {
      if (descriptor !== rootDescriptor) return Errno.badf;
      put32(at, 0);
      put32(at + 4, 1);
      return Errno.success;
    },
    fd_prestat_dir_name(_descriptor: number, at: number): number {
      bytesAt(at, 1)[0] = 0x2f;
      return Errno.success;
    },
    fd_fdstat_get(descriptor: number, at: number): number {
      const file = opened.get(descriptor);
      if (!file && descriptor >= rootDescriptor) return Errno.badf;
      bytesAt(at, 24).fill(0);
      put8(at, !file ? FileType.character : file.isFolder ? FileType.folder : FileType.file);
      put64(at + 8, everyRight);
      put64(at + 16, everyRight);
      return Errno.success;
    },
    fd_fdstat_set_flags: () => Errno.success,
    fd_advise: () => Errno.success,
    fd_allocate: () => Errno.nosys,
    fd_filestat_get(descriptor: number, at: number): number {
      const file = opened.get(descriptor);
      return file ? putStat(at, file.path, file) : Errno.badf;
    },
    fd_filestat_set_size(descriptor: number, size: bigint): number {
      const file = opened.get(descriptor);
      if (!file || file.isFolder) return Errno.badf;
      resize(file, Number(size));
      return Errno.success;
    },
    fd_filestat_set_times: () => Errno.success,
    fd_read(descriptor: number, list: number, count: number, at: number): number {
      const file = opened.get(descriptor);
      if (!file) return Errno.badf;
      if (file.isFolder) return Errno.isdir;
      const total = readFrom(file, file.position, list, count);
      file.position += total;
      put32(at, total);
      return Errno.success;
    },
    fd_pread(descriptor: number, list: number, count: number, offset: bigint, at: number): number {
      const file = opened.get(descriptor);
      if (!file || file.isFolder) return Errno.badf;
      put32(at, readFrom(file, Number(offset), list, count));
      return Errno.success;
    },
    fd_write(descriptor: number, list: number, count: number, at: number): number {
      if (descriptor === 1 || descriptor === 2) return put32(at, say(descriptor - 1, list, count)), Errno.success;
      const file = opened.get(descriptor);
      if (!file || file.isFolder) return Errno.badf;
      const total = writeTo(file, file.position, list, count);
      file.position += total;
      put32(at, total);
      return Errno.success;
    },
    fd_pwrite(descriptor: number, list: number, count: number, offset: bigint, at: number): number {
      const file = opened.get(descriptor);
      if (!file || file.isFolder) return Errno.badf;
      put32(at, writeTo(file, Number(offset), list, count));
      return Errno.success;
    },
    fd_seek(descriptor: number, offset: bigint, from: number, at: number): number {
      const file = opened.get(descriptor);
      if (!file) return descriptor < rootDescriptor ? Errno.spipe : Errno.badf;
      const base = from === 0 ? 0 : from === 1 ? file.position : file.bytes.length;
      if (base + Number(offset) < 0) return Errno.inval;
      file.position = base + Number(offset);
      put64(at, BigInt(file.position));
      return Errno.success;
    },
    fd_tell(descriptor: number, at: number): number {
      const file = opened.get(descriptor);
      if (!file) return Errno.badf;
      put64(at, BigInt(file.position));
      return Errno.success;
    },
    fd_sync(descriptor: number): number {
      const file = opened.get(descriptor);
      if (!file) return Errno.badf;
      keep(file);
      return Errno.success;
    },
    fd_datasync: (descriptor: number) => imports.fd_sync(descriptor),
    fd_close(descriptor: number): number {
      const result = imports.fd_sync(descriptor);
      opened.delete(descriptor);
      return result;
    },
    fd_renumber: () => Errno.nosys,
    fd_readdir(descriptor: number, at: number, size: number, cookie: bigint, used: number): number {
      const folder = opened.get(descriptor);
      if (!folder?.isFolder) return Errno.notdir;
      let written = 0;
      files.names(folder.path).slice(Number(cookie)).every((name, i) => {
        const isFolder = name.endsWith("/");
        const text = new TextEncoder().encode(isFolder ? name.slice(0, -1) : name);
        const entry = new Uint8Array(24 + text.length);
        const head = new DataView(entry.buffer);
        head.setBigUint64(0, cookie + BigInt(i) + 1n, true);
        head.setBigUint64(8, files.file(`${folder.path}/${name}`)?.inode ?? 1n, true);
        head.setUint32(16, text.length, true);
        head.setUint8(20, isFolder ? FileType.folder : FileType.file);
        entry.set(text, 24);
        const part = entry.subarray(0, size - written);
        bytesAt(at + written, part.length).set(part);
        written += part.length;
        return written < size;
      });
      put32(used, written);
      return Errno.success;
    },

    path_open(folder: number, _follow: number, at: number, size: number, flags: number, _rights: bigint, _inherited: bigint,
      _descriptorFlags: number, result: number): number {
      const path = pathAt(folder, at, size);
      if (path === undefined) return Errno.badf;
      const isFolder = files.isFolder(path);
      const file = files.file(path);
      if ((flags & OpenFlag.folder) !== 0 && !isFolder) return file ? Errno.notdir : Errno.noent;
      if ((flags & OpenFlag.exclusive) !== 0 && (file || isFolder)) return Errno.exist;
      if (!file && !isFolder) {
        if ((flags & OpenFlag.create) === 0) return Errno.noent;
        if (!files.isFolder(`${path}/..`)) return Errno.noent;
        files.put(path, new Uint8Array());
      }
      const bytes = (flags & OpenFlag.truncate) !== 0 ? new Uint8Array() : (files.get(path) ?? new Uint8Array());
      opened.set(++lastDescriptor, { path, isFolder, position: 0, bytes, isWritten: (flags & OpenFlag.truncate) !== 0 });
      put32(result, lastDescriptor);
      return Errno.success;
    },
    path_filestat_get(folder: number, _follow: number, at: number, size: number, result: number): number {
      const path = pathAt(folder, at, size);
      return path === undefined ? Errno.badf : putStat(result, path);
    },
    path_filestat_set_times: () => Errno.success,
    path_create_directory(folder: number, at: number, size: number): number {
      const path = pathAt(folder, at, size);
      if (path === undefined) return Errno.badf;
      if (files.isFolder(path) || files.file(path)) return Errno.exist;
      files.makeFolder(path);
      return Errno.success;
    },
    path_remove_directory(folder: number, at: number, size: number): number {
      const path = pathAt(folder, at, size);
      if (path === undefined || !files.isFolder(path)) return Errno.notdir;
      if (files.names(path).length > 0) return Errno.notempty;
      files.remove(path);
      return Errno.success;
    },
    path_unlink_file(folder: number, at: number, size: number): number {
      const path = pathAt(folder, at, size);
      if (path === undefined || !files.file(path)) return Errno.noent;
      files.remove(path);
      return Errno.success;
    },
    path_rename(folder: number, at: number, size: number, newFolder: number, newAt: number, newSize: number): number {
      const from = pathAt(folder, at, size);
      const to = pathAt(newFolder, newAt, newSize);
      if (from === undefined || to === undefined) return Errno.badf;
      const bytes = files.get(from);
      if (!bytes) return files.isFolder(from) ? Errno.nosys : Errno.noent;
      files.remove(from);
      files.put(to, bytes);
      return Errno.success;
    },
    path_readlink: () => Errno.inval,
    path_symlink: () => Errno.nosys,
    path_link: () => Errno.nosys,
    sock_accept: () => Errno.nosys,
    sock_recv: () => Errno.nosys,
    sock_send: () => Errno.nosys,
    sock_shutdown: () => Errno.nosys,
  };
  return imports;
}
