import { createContext, useContext } from 'react'

/** Whether this person can change this review: only with the power to decide, and not once the application is closed. */
export const MayChange = createContext(false)
export const useMayChange = (): boolean => useContext(MayChange)
