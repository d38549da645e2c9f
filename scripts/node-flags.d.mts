export const NODE_FLAGS: string[]
export const COMPILE_CACHE: string
export const ARENAS: Record<string, string>
