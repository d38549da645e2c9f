import { expect, test } from 'vitest'
import { isNpi } from './npi.ts'

test('an NPI with a wrong check digit is invalid', () => {
  expect(['1234567893', '1500000009', '1999999992', '2040608012'].filter((npi) => !isNpi(npi))).toEqual([])
  expect(['1234567890', '1234567839', '1243567893', '3234567893', '0000000000', '123456789', '1234567898', ''].filter(isNpi)).toEqual([])
})
