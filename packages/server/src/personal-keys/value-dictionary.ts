/**
 * What values of columns often have, for their compression: a value alone is too short to repeat itself. What is used more often stands
 * further behind. It is never changed, since it opens what was compressed by it: another one gets another coding in `sealed-value.ts`.
 */
export const valueDictionary = Buffer.from(
  '"documents":[{"documentId":"","type":"passport","country":"","person":null,"findings":[],"read":{' +
    '"phoneNumber":"+","email":"@","address":"","city":"","postalCode":"","countryOfResidence":"","nationality":"","occupation":"",' +
    '"idType":"passport","idNumber":"","gender":"","firstName":"","lastName":"","registrationNumber":"","legalForm":"",' +
    '"error":{"class":"status","message":"the answer has status 500"},"error":{"class":"timeout","message":"' +
    '"response":null,"resolvedAddress":null,"timings":null,"location","application/json; charset=utf-8","text/html","text/plain' +
    '{"accepted":true,"ok":true,"status":"ok","success":true,"message":"","result":{"id":"' +
    '{"caseStatus":"REJECTED","decision":"REJECTED","caseStatus":"UNDER_REVIEW","decision":"MANUAL_REVIEW","customerType":"corporate",' +
    '"customerType":"individual","caseStatus":"APPROVED","resolvedAt":null,"reasons":[],"riskScore":0,"customerId":"","dateOfBirth":"19",' +
    '"name":"","customer":"","caseNo":"C-000","decision":"APPROVED"}' +
    '{"request":{"method":"POST","url":"https://hooks.","headers":[["content-type","application/json"],["x-webhook-timestamp","17"],' +
    '["x-webhook-signature","sha256=***"],["authorization","***"],["traceparent","00-"],["user-agent","Gatehouse"],["x-webhook-id","019' +
    '"],["x-webhook-attempt","1"]],"bodySha256":"","bodyBytes":1},"response":{"status":200,"contentType":"application/json","retryAfter":null,' +
    '"body":"","bodyTruncated":false},"resolvedAddress":"10.0.0.","timings":{"dnsMs":0.,"connectMs":0.,"tlsMs":0.,"firstByteMs":1.,' +
    '"totalMs":2.},"error":null}',
  'utf8',
);

/** The same of what executions keep: data, outputs and log. */
export const executionDictionary = Buffer.from(
  '"structure":{"structure":{"parties":[{"id":"","name":"","kind":"person","percent":"beneficialOwner":true,"roles":["director"],"control":null,' +
    '"links":[{"from":"","to":"","percent":"findings":[],"owners":[{"unknown":"changes":null,"failure":"","forms":{"documents":[{"documentId":"","type":"passport",' +
    '"country":"","files":["s3://gatehouse/uploads/2026-","monitoringRunId":"","monitoringReason":"lists","monitoringEntityIds":[],"monitoringParties":[],"role":"self",' +
    '"registrationNumber":"","legalForm":"","occupation":"","purpose":"","sourceOfFunds":"","address":{"street":"","city":"","postalCode":"","region":"","country":"' +
    '"countryOfIncorporation":"","countryOfRegistration":"","website":"https://www.","email":"@example.com","phoneNumber":"+","taxId":"","gender":"female","gender":"male",' +
    '"identifiers":[{"type":"passport","number":"","country":"","firstName":"","middleName":"","lastName":"","placeOfBirth":"","amount":,"currency":"EUR",' +
    '"data":{"name":"","customerType":"corporate","customerType":"individual","idType":"passport","idNumber":"","dateOfBirth":"19","countryOfResidence":"","nationality":"' +
    '"},"outputs":{"risk":{"score":0,"reasons":["country of residence","high-risk country"],"level":"low"},"screen":{"hits":0,"screened":[{"hits":0,"name":"","role":"self","topScore":0,"silencedHits":0}],' +
    '"sources":[],"topScore":0,"entityIds":[],"categories":[],"silencedHits":0,"invalidIdentifiers":[],"exceededHitLimits":[]},"approve":{}},' +
    '"runs":[{"s":17,"f":0},{"i":{"subjects":[{"name":"","type":"company","name":"","type":"person","births":[{"year":19,"month":,"day":}],"countries":[""],"nationalities":[""],"identifiers":[{"type":"","number":"' +
    '"}]}]},"d":{"to":"approve"},"o":{},"i":{},"s":17,"f":1},{"s":17,"f":0}]}',
  'utf8',
);
