/** A file or folder in Emscripten's cache of names. */
interface FileNode {
  name: string;
  parent: FileNode;
}

interface Stream {
  fd: number;
  node: FileNode;
}

type NodeOperation = (...parameters: unknown[]) => unknown;

interface NodeFiles {
  node_ops: Record<'mknod' | 'unlink', NodeOperation>;
  stream_ops: Record<'open' | 'read', (stream: Stream, ...parameters: unknown[]) => unknown> & {
    /** Returns the number of bytes that were written. */
    write: (stream: Stream, ...parameters: unknown[]) => number;
    fsync?: (stream: { nfd: number }) => number;
  };
}

interface NameCache {
  lookupNode: (parent: FileNode, name: string) => FileNode;
  destroyNode: (node: FileNode) => void;
  closeStream: (fd: number) => void;
}

/** The file system hooks of PGlite's Emscripten module. They are private, so PGlite's version is pinned exactly. */
export interface EmscriptenFiles {
  NODEFS?: NodeFiles;
  FS?: NameCache;
}

/** The failures of a system that lacks something or whose disk fails, by their numbers in WASI. */
const SHORTAGES: Record<number, string> = {
  19: 'EDQUOT',
  29: 'EIO',
  33: 'EMFILE',
  41: 'ENFILE',
  48: 'ENOMEM',
  51: 'ENOSPC',
  69: 'EROFS',
};

/** The code of such a failure, which Emscripten throws as a number; undefined for others. */
export const shortageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'errno' in error ? SHORTAGES[Number(error.errno)] : undefined;

/**
 * Mends Emscripten's file system for the case that the system refuses to make or open a file, as without free descriptors,
 * inodes or room. It would keep the name of a file that does not exist, or a file that was made but not opened: PostgreSQL's
 * next try fails with "File exists", until the process ends. And each file that cannot be opened would take one of its 4096
 * places for open files for good.
 * @param onFailure called with the error.
 */
export const mendFailedFiles = (
  { NODEFS: files, FS: names }: Required<EmscriptenFiles>,
  onFailure: (error: unknown) => void,
): void => {
  const { mknod, unlink } = files.node_ops;
  const { open } = files.stream_ops;
  /** The file that the running call makes before it opens it. */
  let made: FileNode | undefined;
  files.node_ops.mknod = (...parameters) => {
    made = undefined;
    try {
      made = mknod(...parameters) as FileNode;
      return made;
    } catch (error) {
      onFailure(error);
      const [parent, name] = parameters as [FileNode, string];
      names.destroyNode(names.lookupNode(parent, name));
      throw error;
    }
  };
  files.stream_ops.open = (stream) => {
    const isMade = stream.node === made;
    made = undefined;
    try {
      open(stream);
    } catch (error) {
      onFailure(error);
      names.closeStream(stream.fd);
      if (isMade) {
        unlink(stream.node.parent, stream.node.name);
        names.destroyNode(stream.node);
      }
      throw error;
    }
  };
};
