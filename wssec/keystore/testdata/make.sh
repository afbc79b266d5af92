#!/bin/sh
# Makes the files of this folder with OpenSSL 3 and the keytool of Java 17, so that the tests read what
# other programs wrote. All keys are for tests. The password is "changeit" where nothing else is said.
set -e
cd "$(dirname "$0")"
rm -f *.pem *.p12 *.jks *.jceks *.der
subject() { openssl req -x509 -key "$1" -subj "$2" -days 36500 -out "$3" 2>/dev/null; }

openssl genrsa -traditional -out rsa.key.pem 2048 2>/dev/null
openssl pkcs8 -topk8 -nocrypt -in rsa.key.pem -out rsa-pkcs8.key.pem
subject rsa.key.pem "/CN=rsa test/O=Test" rsa.crt.pem
openssl ecparam -name prime256v1 -genkey -out ec.key.pem            # with its EC PARAMETERS
subject ec.key.pem "/CN=ec test/O=Test" ec.crt.pem
openssl genpkey -algorithm ed25519 -out ed25519.key.pem
subject ed25519.key.pem "/CN=ed25519 test/O=Test" ed25519.crt.pem
openssl genpkey -algorithm x25519 -out x25519.key.pem
cat ec.crt.pem rsa.key.pem ec.key.pem rsa.crt.pem ed25519.crt.pem > several.pem
cat ec.crt.pem rsa.key.pem > mismatch.pem
openssl pkcs8 -topk8 -in rsa.key.pem -passout pass:changeit -out encrypted.key.pem
openssl rsa -traditional -aes128 -in rsa.key.pem -passout pass:changeit -out encrypted-old.key.pem 2>/dev/null
openssl rsa -in rsa.key.pem -pubout -out public.pem 2>/dev/null
openssl x509 -in rsa.crt.pem -outform der -out rsa.crt.der
openssl pkcs8 -topk8 -nocrypt -in rsa.key.pem -outform der -out rsa.key.der

openssl pkcs12 -export -inkey rsa.key.pem -in rsa.crt.pem -certfile ec.crt.pem -name rsa -passout pass:changeit -out openssl.p12
openssl pkcs12 -export -legacy -inkey rsa.key.pem -in rsa.crt.pem -name rsa -passout pass:changeit -out legacy.p12
openssl pkcs12 -export -inkey ec.key.pem -in ec.crt.pem -passout pass: -out empty-password.p12
openssl pkcs12 -export -iter 1300000 -inkey ec.key.pem -in ec.crt.pem -passout pass:changeit -out iterations.p12
openssl pkcs12 -export -nokeys -in rsa.crt.pem -passout pass:changeit -out nokeys.p12

store() { keytool -J-Duser.language=en "$@" -storepass changeit -noprompt >/dev/null 2>&1; }
store -importkeystore -srckeystore openssl.p12 -srcstorepass changeit -destkeystore keytool.p12 -deststoretype pkcs12
store -importcert -alias anchor -file ec.crt.pem -keystore trust.p12 -storetype pkcs12
store -importkeystore -srckeystore openssl.p12 -srcstorepass changeit -destkeystore store.jks -deststoretype jks
store -importcert -alias anchor -file ec.crt.pem -keystore store.jks
store -importcert -alias anchor -file ec.crt.pem -keystore trust.jks -storetype jks
store -importkeystore -srckeystore openssl.p12 -srcstorepass changeit -destkeystore keypass.jks -deststoretype jks -srcalias rsa -destkeypass another
store -importkeystore -srckeystore openssl.p12 -srcstorepass changeit -destkeystore store.jceks -deststoretype jceks
cp keytool.p12 two.p12
store -genkeypair -alias second -keyalg EC -dname "CN=second" -keystore two.p12
