import { expect, test } from 'vitest'
import { signS3 } from './sign-s3.ts'

const keys = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const at = new Date('2013-05-24T00:00:00Z')
const nothing = Buffer.alloc(0)

// Examples from https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
test.each([
  ['a list of objects', 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ['the life cycle of a bucket', 'https://examplebucket.s3.amazonaws.com/?lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
])('%s is signed as in the AWS documentation', (_, url, signature) => {
  const { authorization } = signS3({ method: 'GET', url: new URL(url), content: nothing, region: 'us-east-1', at, keys })
  expect(authorization).toContain(`Credential=${keys.id}/20130524/us-east-1/s3/aws4_request`)
  expect(authorization?.split('Signature=')[1]).toBe(signature)
})

test('the token for temporary keys is also signed', () => {
  const signed = signS3({ method: 'PUT', url: new URL('https://b.example/k'), content: nothing, region: 'eu', at, keys: { ...keys, session: 'token' } })
  expect(signed['x-amz-security-token']).toBe('token')
  expect(signed['authorization']).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token')
})
